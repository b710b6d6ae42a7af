"use strict";
(() => {
  const box = document.getElementById("search-box");
  const input = document.getElementById("search");
  const found = document.getElementById("found");
  const cards = [...document.querySelectorAll("li[data-words]")];
  const rows = [...document.querySelectorAll("tr[data-words]")];
  const kinds = [...document.querySelectorAll(".kind")];
  const show = () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const card of cards) {
      const fits = wanted.every((word) => card.dataset.words.includes(word));
      card.hidden = !fits;
      count += fits ? 1 : 0;
    }
    for (const row of rows) {
      row.hidden = !wanted.every((word) => row.dataset.words.includes(word));
    }
    for (const kind of kinds) {
      kind.hidden = kind.querySelector("[data-words]:not([hidden])") === null;
    }
    found.textContent = wanted.length ? `${count} of ${cards.length}` : "";
  };
  box.hidden = false;
  input.addEventListener("input", show);
  show();
})();
