// The laws of the table, looked up in the boxes of a page: what is against them, in words.
() => {
  const box = (node) => node.getBoundingClientRect();
  const seen = (node) => { const b = box(node); return b.width > 0.5 && b.height > 0.5 && getComputedStyle(node).visibility !== "hidden"; };
  const all = (names) => [...document.querySelectorAll(names)].filter(seen);
  const faults = [];
  const felt = box(document.querySelector(".felt"));
  const name = (node) => node.getAttribute("aria-label") || node.dataset.card || node.textContent.trim().slice(0, 40) || node.className;
  const inside = (b, o, by) => b.left >= o.left - by && b.top >= o.top - by && b.right <= o.right + by && b.bottom <= o.bottom + by;
  const meet = (a, b, by) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;

  // 1. Nothing lies outside, nothing is cut, and what is no fan and no pile lies apart.
  if (document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1) faults.push("the page scrolls");
  const cards = all(".cards .card");
  const texts = all(".plate, .caption, .facts span, .status .line").filter((node) => node.textContent.trim());
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const node of [...cards, ...texts, ...all(".spot")]) if (!inside(box(node), felt, 2)) faults.push(`outside the felt: ${name(node)}`);
  for (const node of all(".dock button, .bar > *")) if (!inside(box(node), screen, 1)) faults.push(`outside the screen: ${name(node)}`);
  for (const node of all(".caption, .plate .name, .plate .counters, .options button, .util span, .status .line, .facts, .bar .progress b")) {
    const own = box(node), parent = node.closest(".plate, .options, .util, .felt, .bar") ?? node;
    if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline") faults.push(`cut across: ${name(node)}`);
    if (node.scrollHeight > node.clientHeight + 3 && node.clientHeight > 0 && getComputedStyle(node).display !== "inline") faults.push(`cut below: ${name(node)}`);
    if (own.right > box(parent).right + 1.5 || own.left < box(parent).left - 1.5) faults.push(`runs out of its place: ${name(node)}`);
  }
  const group = (node) => node.dataset.place;
  cards.forEach((one, at) => { for (const other of cards.slice(at + 1)) if (group(one) !== group(other) && meet(box(one), box(other), 3)) faults.push(`cards on each other: ${name(one)} (${group(one)}) and ${name(other)} (${group(other)})`); });
  for (const text of texts) for (const card of cards) if (meet(box(text), box(card), 3)) faults.push(`a card on words: ${name(card)} (${group(card)}) on ${name(text)}`);
  texts.forEach((one, at) => { for (const other of texts.slice(at + 1)) if (!one.contains(other) && !other.contains(one) && meet(box(one), box(other), 2)) faults.push(`words on words: ${name(one)} and ${name(other)}`); });
  const buttons = all(".dock button");
  buttons.forEach((one, at) => { for (const other of buttons.slice(at + 1)) if (meet(box(one), box(other), 1)) faults.push(`buttons on each other: ${name(one)} and ${name(other)}`); });

  for (const node of all(".counter, .caption")) if (parseFloat(getComputedStyle(node).fontSize) < 9) faults.push(`too small to read: ${name(node)}`);

  // 3. What is pointed at is large enough; of a hand a strip is to be seen.
  for (const node of all(".options button, .bottom button")) if (Math.min(box(node).width, box(node).height) < 40) faults.push(`too small to press: ${name(node)}`);
  if (document.querySelectorAll(".options button").length > 6) faults.push("more than six buttons");
  for (const node of all(".slots .spot.glow")) if (Math.min(box(node).width, box(node).height) < 40) faults.push(`too small to point at: ${name(node)} ${Math.round(box(node).width)}×${Math.round(box(node).height)}`);
  const hand = all('.cards .card.live');
  for (const node of hand) if (box(node).width < 39.5) faults.push(`a card of the hand is too narrow: ${name(node)} ${Math.round(box(node).width)}`);
  const rows = new Map();
  for (const node of hand) { const b = box(node); const key = `${node.dataset.place} ${Math.round((felt.bottom - b.bottom) / 45)}`; rows.set(key, [...(rows.get(key) ?? []), b.left]); }
  for (const lefts of rows.values()) { lefts.sort((a, b) => a - b); for (let at = 1; at < lefts.length; at++) if (lefts[at] - lefts[at - 1] < 19.5) { faults.push(`a strip of the hand is too narrow: ${Math.round(lefts[at] - lefts[at - 1])}`); break; } }
  return [...new Set(faults)];
}
