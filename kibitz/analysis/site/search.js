"use strict";
(() => {
  const box = document.getElementById("search-box");
  const input = document.getElementById("search");
  const players = document.getElementById("players");
  const found = document.getElementById("found");
  const cards = [...document.querySelectorAll("li[data-words]")];
  const rows = [...document.querySelectorAll("tr[data-words]")];
  const kinds = [...document.querySelectorAll(".kind")];
  const show = () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const seats = players.value;
    const fits = (game) =>
      wanted.every((word) => game.dataset.words.includes(word)) &&
      (!seats || game.dataset.players.split(" ").includes(seats));
    let count = 0;
    for (const card of cards) {
      card.hidden = !fits(card);
      count += card.hidden ? 0 : 1;
    }
    for (const row of rows) {
      row.hidden = !fits(row);
    }
    for (const kind of kinds) {
      kind.hidden = kind.querySelector("[data-words]:not([hidden])") === null;
    }
    found.textContent = wanted.length || seats ? `${count} of ${cards.length}` : "";
  };
  box.hidden = false;
  input.addEventListener("input", show);
  players.addEventListener("change", show);
  show();
})();
