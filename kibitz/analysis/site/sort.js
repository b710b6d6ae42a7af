"use strict";
(() => {
  const table = document.getElementById("games");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, column) => {
    const cell = row.cells[column];
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    return cell.classList.contains("number") ? null : cell.textContent;
  };
  const compare = (one, two) => {
    if (one === null || two === null) return (one === null) - (two === null);
    return typeof one === "number" ? one - two : one.localeCompare(two);
  };
  const sort = (head, column) => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].sort((one, two) => {
      const [first, second] = [key(one, column), key(two, column)];
      const known = first !== null && second !== null;
      return down && known ? compare(second, first) : compare(first, second);
    });
    body.append(...rows);
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(head, column));
  });
})();
