// State in, DOM out: `h` describes an element, `patch` makes the page equal to the description.
// Nodes are kept where key or tag agree, so that focus and animations survive.

import { told } from "./language.js";

const SPOKEN = new Set(["aria-label", "placeholder", "title", "alt"]);
const SVG = new Set(["svg", "text", "path", "rect", "g", "circle", "use"]);

export function h(tag, props, ...kids) {
  const shown = kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false);
  return { tag, props: spoken(props ?? {}), kids: shown.map((kid) => (typeof kid === "object" ? kid : told(String(kid)))) };
}

// What is read aloud or shown of it, in the language of the moment: it is set again when that changes.
function spoken(props) {
  const said = [...SPOKEN].filter((name) => typeof props[name] === "string");
  return said.length ? { ...props, ...Object.fromEntries(said.map((name) => [name, told(props[name])])) } : props;
}

export function patch(parent, kids) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter((node) => node.kibitzKey !== undefined).map((node) => [node.kibitzKey, node]));
  const loose = old.filter((node) => node.kibitzKey === undefined);
  const kept = new Set();
  kids.forEach((kid, place) => {
    const node = matching(kid, keyed, loose, kept) ?? made(kid);
    kept.add(node);
    if (parent.childNodes[place] !== node) parent.insertBefore(node, parent.childNodes[place] ?? null);
    if (typeof kid === "string") {
      if (node.data !== kid) node.data = kid;
    } else {
      dress(node, kid.props);
      if (!("html" in kid.props) && !kid.props.own) patch(node, kid.kids);
    }
  });
  for (const node of old) if (!kept.has(node)) node.remove();
}

function matching(kid, keyed, loose, kept) {
  const name = typeof kid === "string" ? "#text" : kid.tag;
  if (typeof kid !== "string" && kid.props.key !== undefined) {
    const found = keyed.get(kid.props.key);
    return found && found.nodeName.toLowerCase() === name && !kept.has(found) ? found : null;
  }
  return loose.find((node) => !kept.has(node) && node.nodeName.toLowerCase() === name) ?? null;
}

function made(kid) {
  if (typeof kid === "string") return document.createTextNode(kid);
  const node = SVG.has(kid.tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", kid.tag)
    : document.createElement(kid.tag);
  if (kid.props.key !== undefined) node.kibitzKey = kid.props.key;
  return node;
}

function dress(node, props) {
  const before = node.kibitzProps ?? {};
  for (const name of Object.keys(before)) if (!(name in props)) set(node, name, null);
  for (const [name, value] of Object.entries(props)) if (before[name] !== value) set(node, name, value);
  node.kibitzProps = props;
}

function set(node, name, value) {
  if (name === "key" || name === "own") return;
  if (name === "html") node.innerHTML = value ?? ""; // only rules that the server has rendered
  else if (name.startsWith("on")) node[name.toLowerCase()] = value && ((event) => { value(event); }); // a handler that returns false would forbid links and switches
  else if (name === "testid") attribute(node, "data-testid", value);
  else if (name === "checked" || (name === "value" && node.localName !== "li")) node[name] = value ?? "";
  else if (name === "vars") for (const [key, item] of Object.entries(value ?? {})) node.style.setProperty(key, item);
  else attribute(node, name, value);
}

function attribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}
