"use strict";
(() => {
  const games = JSON.parse(document.getElementById("games").textContent);
  const sides = ["left", "right"];
  const choosers = sides.map((side) => document.getElementById(side));
  const of = (side, selector) => document.querySelectorAll(`[data-side="${side}"]${selector}`);
  const show = (side, game) => {
    const facts = new Map(game.facts);
    for (const title of of(side, "[data-title]")) {
      title.textContent = game.title;
      if (title.href) title.setAttribute("href", `${game.name}.html`);
    }
    for (const cell of of(side, "[data-fact]")) {
      cell.textContent = facts.get(cell.dataset.fact) ?? "–";
    }
    for (const figure of of(side, "[data-figure]")) {
      const name = figure.dataset.figure;
      const words = game.readings[name];
      const image = figure.querySelector("img");
      image.hidden = !words;
      image.alt = words ?? "";
      if (words) image.src = `${game.name}/${name}.svg`;
      figure.querySelector("figcaption").textContent = words ?? "Not measured.";
    }
  };
  const update = () => choosers.forEach((chooser, n) => show(sides[n], games[chooser.value]));
  const fromAddress = () => {
    const names = decodeURIComponent(location.hash.slice(1)).split(",");
    names.forEach((name, n) => { if (games[name] && choosers[n]) choosers[n].value = name; });
    update();
  };
  document.getElementById("choose").hidden = false;
  for (const chooser of choosers) {
    chooser.addEventListener("change", () => {
      history.replaceState(null, "", `#${choosers.map((one) => one.value).join(",")}`);
      update();
    });
  }
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
})();
