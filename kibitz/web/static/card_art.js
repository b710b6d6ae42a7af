// The drawings on cards: suits are curves, ranks are strokes, courts are geometry. No font is needed,
// so that a card looks the same everywhere.

// Centred on 0, 0 in a box of 96.
export const SUIT = {
  H: 'M0 42C-9 29-45 8-45-17-45-33-33-42-22-42-11-42-3-34 0-23 3-34 11-42 22-42 33-42 45-33 45-17 45 8 9 29 0 42Z',
  D: 'M0-47C9-31 22-13 35 0 22 13 9 31 0 47-9 31-22 13-35 0-22-13-9-31 0-47Z',
  S: 'M0-46C9-32 43-9 43 14 43 28 33 35 24 35 15 35 8 30 4 23 5 33 9 41 17 46L-17 46C-9 41-5 33-4 23-8 30-15 35-24 35-33 35-43 28-43 14-43-9-9-32 0-46Z',
  C: 'M-20-25a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM-44 10a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM4 10a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM-9-14H9L12 8 4 20C5 32 9 41 17 46L-17 46C-9 41-5 32-4 20L-12 8Z',
};
export const STAR = 'M0-46 11.5-14.5 45-13.5 18.5 6.5 28 39 0 19.5-28 39-18.5 6.5-45-13.5-11.5-14.500Z';


// Strokes in a box of 60 by 82.
export const RANK = {
  A: 'M5 79 30 5 55 79M14 54H46', 2: 'M8 25C8 11 18 5 30 5 43 5 52 13 52 25 52 40 38 48 8 76H55',
  3: 'M9 6H50L29 34C45 33 54 43 54 55 54 69 43 77 29 77 18 77 9 71 6 61', 4: 'M42 80V6L6 57H57',
  5: 'M50 6H16L12 39C17 34 23 32 31 32 45 32 54 41 54 54 54 68 44 77 30 77 18 77 10 72 6 62',
  6: 'M48 12C44 7 38 5 32 5 15 5 7 23 7 46 7 66 16 77 31 77 45 77 54 67 54 54 54 41 45 32 32 32 20 32 9 40 7 52',
  7: 'M5 6H54L23 80', 8: 'M30 5a18 16.5 0 1 0 .1 0ZM30 38a23 19.5 0 1 0 .1 0Z',
  9: 'M13 70C17 75 23 77 29 77 46 77 54 59 54 36 54 16 45 5 30 5 16 5 7 15 7 28 7 41 16 50 29 50 41 50 52 42 54 30',
  10: 'M2 17 13 6V80M44 5C33 5 28 18 28 41S33 77 44 77 60 64 60 41 55 5 44 5Z',
  J: 'M22 6H42V56C42 70 34 77 23 77 12 77 6 71 4 61', Q: 'M30 5C14 5 7 19 7 41S14 77 30 77 53 63 53 41 46 5 30 5ZM34 57 55 81',
  K: 'M10 3V80M53 4 11 50M25 36 55 80',
};

// One half of a court card, cut by a diagonal; the other is the same half turned round.
const head = (o = {}) => `<path d="M104 76c0-22 42-22 42 0 0 26-8 42-21 42s-21-16-21-42Z" fill="var(--skin)" class="ln"/>
 <path d="M111 84q5-4 10 0M129 84q5-4 10 0M125 86v11l-4 2M119 106q6 ${o.smile ? 4 : 2} 12 0" class="ft"/><circle cx="116" cy="87" r="1.9"/><circle cx="134" cy="87" r="1.9"/>`;
const shoulders = (fill) => `<path d="M44 206V168c4-28 38-44 81-44s77 16 81 44v38Z" fill="${fill}" class="ln"/>`;
export const HALF = {
  K: () => shoulders('var(--c1)') +
    '<path d="M58 206V152l22-13v67ZM192 206V152l-22-13v67Z" fill="var(--c3)"/><path d="M69 150v50M181 150v50" class="gold"/>' +
    '<path d="M88 132 125 186 162 132 148 124H102Z" fill="var(--paper)" class="ln"/><path d="M101 137v6M113 152v6M125 167v6M137 152v6M149 137v6" class="ft"/>' +
    '<path d="M94 66c-8 22-4 40 4 52l54 0c8-12 12-30 4-52Z" fill="var(--c2)" class="ln"/>' + head() +
    '<path d="M101 88c2 30 10 52 24 64 14-12 22-34 24-64-5 14-12 15-24 14-12 1-19 0-24-14Z" fill="var(--c2)" class="ln"/><path d="M119 110h12M116 116l9 26 9-26M125 116v20" class="ft"/>' +
    '<path d="M98 64 91 36l19 13 15-21 15 21 19-13-7 28Z" fill="var(--gold)" class="ln"/><path d="M97 62h56v9H97Z" fill="var(--c1)" class="ln"/><circle cx="125" cy="26" r="4" fill="var(--c1)"/><circle cx="91" cy="34" r="3.5" fill="var(--c1)"/><circle cx="159" cy="34" r="3.5" fill="var(--c1)"/>' +
    '<path d="M185 44v110" class="rod"/><circle cx="185" cy="44" r="8" fill="var(--gold)" class="ln"/><path d="M185 28v10M180 33h10" class="ft"/>',
  Q: () => '<path d="M125 44c-40 0-44 34-42 60 1 18-6 30-14 40l112 0c-8-10-15-22-14-40 2-26-2-60-42-60Z" fill="var(--c3)" class="ln"/>' + shoulders('var(--c1)') +
    '<path d="M100 126c4 30 14 46 25 58 11-12 21-28 25-58Z" fill="var(--skin)" class="ln"/><path d="M66 146l28 60M184 146l-28 60M54 160l22 46M196 160l-22 46" class="gold"/>' +
    '<path d="M98 132c8 22 18 30 27 32 9-2 19-10 27-32" class="gold"/><circle cx="125" cy="167" r="5" fill="var(--gold)" class="ln"/>' + head({ smile: 1 }) +
    '<path d="M101 82c-4-30 20-34 24-34s28 4 24 34c-4-14-12-20-24-20s-20 6-24 20Z" fill="var(--c3)" class="ln"/><path d="M120 110h10" stroke="var(--c1)" stroke-width="3.5" stroke-linecap="round"/>' +
    '<path d="M98 54c14-9 40-9 54 0l-4-20-12 10-11-15-11 15-12-10Z" fill="var(--gold)" class="ln"/><circle cx="125" cy="25" r="4" fill="var(--paper)" class="ln"/><circle cx="101" cy="31" r="3.5" fill="var(--paper)" class="ln"/><circle cx="149" cy="31" r="3.5" fill="var(--paper)" class="ln"/>' +
    '<path d="M190 78q3 34-10 62" class="stem"/>' + [0, 72, 144, 216, 288].map((a) => `<ellipse cx="189" cy="60" rx="6" ry="9" fill="var(--c1)" class="ln" transform="rotate(${a} 189 69)"/>`).join('') + '<circle cx="189" cy="69" r="5" fill="var(--gold)" class="ln"/>',
  J: () => shoulders('var(--c3)') +
    '<path d="M98 130 125 150 152 130 156 206H94Z" fill="var(--c1)" class="ln"/><path d="M109 146v60M125 156v50M141 146v60" class="gold"/><path d="M60 154l20 52M190 154l-20 52" class="gold"/>' +
    '<path d="M96 62c-6 24-4 40 2 54h54c6-14 8-30 2-54Z" fill="var(--c2)" class="ln"/><path d="M100 74v38M150 74v38" class="ft"/>' + head({ smile: 1 }) +
    '<path d="M100 122q25 18 50 0l6 12q-31 20-62 0Z" fill="var(--paper)" class="ln"/>' +
    '<path d="M94 68c-4-26 22-36 46-32 16 3 22 14 18 30-18-9-44-9-64 2Z" fill="var(--c1)" class="ln"/><path d="M93 68c20-11 47-11 66-2l-2 8c-20-8-42-8-62 3Z" fill="var(--gold)" class="ln"/>' +
    '<path d="M140 50c10-24 34-26 44-10-14-3-27 3-36 16Z" fill="var(--paper)" class="ln"/><path d="M146 52c8-10 18-14 30-14" class="ft"/>' +
    '<path d="M190 62v92" class="rod"/><path d="M190 52c-13 6-13 24 0 30 13-6 13-24 0-30Z" fill="var(--gold)" class="ln"/>',
  '*': () => '<path d="M44 206V170c10-30 44-44 81-44s71 14 81 44v36Z" fill="var(--c3)" class="ln"/>' +
    '<path d="M125 206V126c30 0 62 10 76 34l5 46Z" fill="var(--gold)" class="ln"/>' +
    '<path d="M92 128l-14 24 20-8 8 24 19-20 19 20 8-24 20 8-14-24q-33 16-66 0Z" fill="var(--paper)" class="ln"/>' + head({ smile: 1 }) + '<path d="M114 103q11 11 22 0" class="ft"/>' +
    '<path d="M125 66C92 70 66 92 66 116 54 84 74 42 125 44Z" fill="var(--c1)" class="ln"/><path d="M125 66c33 4 59 26 59 50 12-32-8-74-59-72Z" fill="var(--gold)" class="ln"/>' +
    '<path d="M103 72C104 44 114 30 125 20c11 10 21 24 22 52-14-7-30-7-44 0Z" fill="var(--c3)" class="ln"/>' +
    '<circle cx="66" cy="120" r="7" fill="var(--gold)" class="ln"/><circle cx="184" cy="120" r="7" fill="var(--gold)" class="ln"/><circle cx="125" cy="18" r="7" fill="var(--gold)" class="ln"/>',
};

// Where pips stand; those below the middle stand on their heads.
export const PIPS = (() => {
  const L = 80, M = 125, R = 170, t = 74, b = 276, c = 175;
  const four = [[L, t], [R, t], [L, b], [R, b]], six = [...four, [L, c], [R, c]];
  const eight = [L, R].flatMap((x) => [t, 141.3, 208.7, b].map((y) => [x, y]));
  return { 2: [[M, t], [M, b]], 3: [[M, t], [M, c], [M, b]], 4: four, 5: [...four, [M, c]], 6: six, 7: [...six, [M, 124.5]],
    8: [...six, [M, 124.5], [M, 225.5]], 9: [...eight, [M, c]], 10: [...eight, [M, 107.6], [M, 242.4]] };
})();

