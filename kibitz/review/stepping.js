// One move at a time, by keys, by buttons and by links. Without this script all of them are shown.
const moves = [...document.querySelectorAll(".move")];

// Where a table shows this page, its board shows every position, and it is played on from there.
const table = /^\/t\/([A-Za-z]+)\/matches\/(\d+)\/review$/.exec(location.pathname);
for (const move of table ? moves : []) {
  const link = document.createElement("a");
  link.href = `/t/${table[1]}/replay/${table[2]}?view=${move.dataset.seat}#${move.id.slice(5) - 1}`;
  link.textContent = "try again from here";
  link.className = "again";
  move.querySelector("h3").append(" ", link);
}

if (moves.length) {
  let here = 0;

  const go = (number, followed) => {
    moves[here].classList.remove("here");
    here = Math.max(0, Math.min(moves.length - 1, number));
    moves[here].classList.add("here");
    if (followed) {
      history.replaceState(null, "", `#${moves[here].id}`);
      moves[here].focus({ preventScroll: false });
    }
  };

  const faulty = (direction) => {
    let number = here + direction;
    while (moves[number] && !moves[number].matches(".inaccuracy, .mistake, .blunder")) number += direction;
    if (moves[number]) go(number, true);
  };

  const linked = (followed) => {
    const number = moves.findIndex((move) => `#${move.id}` === location.hash);
    if (number >= 0) go(number, followed);
  };

  const steps = document.createElement("div");
  steps.className = "steps";
  const doings = [
    ["← move before", () => go(here - 1, true)],
    ["next move →", () => go(here + 1, true)],
    ["fault before", () => faulty(-1)],
    ["next fault", () => faulty(1)],
  ];
  for (const [words, doing] of doings) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", doing);
    steps.append(button);
  }
  moves[0].before(steps);
  document.getElementById("moves").classList.add("stepping");
  go(0, false);
  linked(true);
  addEventListener("hashchange", () => linked(true));
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, pre, .scroll")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) go(here + by, true);
  });
}
