// The seasons of people who play together: who is ahead in these three months, and how strong everybody is at what.

import { h } from "./dom.js";

const share = (number) => (Number.isInteger(number) ? `${number}` : number.toFixed(1));

function months({ year, first_month: first }) {
  const month = (number, style) => new Date(Date.UTC(year, number - 1, 15)).toLocaleDateString(document.documentElement.lang, { month: "long", timeZone: "UTC", ...style });
  return `${month(first)} – ${month(first + 2, { year: "numeric" })}`;
}

export function seasonTables(seasons) {
  return seasons.map((season, number) => h("details", { class: "group", key: months(season), testid: "season", open: number === 0 },
    h("summary", {}, h("h2", {}, months(season))),
    standings(season.standings),
    season.games.map(ratings)));
}

function standings(rows) {
  return h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "scorecard", testid: "season-table" },
    h("caption", {}, "The table of the season"),
    h("thead", {}, h("tr", {}, ["", "matches", "won", "opponents beaten"].map((word) => h("th", { key: word, scope: "col" }, word)))),
    h("tbody", {}, rows.map(({ name, matches, wins, beaten, met }) => h("tr", { key: name },
      h("th", { scope: "row" }, name), h("td", {}, matches), h("td", {}, share(wins)), h("td", {}, `${beaten} / ${met}`))))));
}

function ratings({ title, players, ratings: rows }) {
  return h("div", { class: "scroll", tabindex: 0, key: `${title} ${players}` }, h("table", { class: "scorecard", testid: "season-ratings" },
    h("caption", {}, `${title} · ${players} 👤`),
    h("thead", {}, h("tr", {}, ["", "rating", "matches"].map((word) => h("th", { key: word, scope: "col" }, word)))),
    h("tbody", {}, rows.map(({ name, rating, doubt, matches }) => h("tr", { key: name },
      h("th", { scope: "row" }, name), h("td", {}, `${rating} ± ${doubt}`), h("td", {}, matches))))));
}
