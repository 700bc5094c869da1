/** The stylesheet of an exported card: the tokens of the program, system fonts, paper. */

/** `digits` of the largest line number decide the gutter's width. */
export function cardCss(digits: number): string {
  return `
:root { color-scheme: light dark;
  --surface: light-dark(#fff, #202226); --inset: light-dark(#f6f6f4, #1b1d20);
  --line: light-dark(#e5e5e1, #2c2f33); --line-2: light-dark(#d2d2cd, #3c4046);
  --track: light-dark(#e2e2dd, #33373c); --ink: light-dark(#1a1b1c, #e6e7e9);
  --ink-2: light-dark(#4b4f53, #b0b4ba); --ink-3: light-dark(#5e6267, #91969d);
  --read: light-dark(#1c5fb0, #76aeee); --read-2: light-dark(#82abdf, #3d70aa);
  --hit: light-dark(#fbf2df, #32280f);
  --sx-key: light-dark(#2f4f86, #93b3dd); --sx-str: light-dark(#4a6420, #a9c083);
  --sx-num: light-dark(#8a4417, #d9a27c); --sx-type: light-dark(#1f6468, #84c0c0);
  --sx-fn: light-dark(#5b4a12, #d6c48d); --sx-com: light-dark(#5f6368, #969ba2);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink);
  font: 12px/18px system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 24px 32px; }
h1 { font: 600 13px/20px ui-monospace, Menlo, Consolas, monospace; margin: 0; overflow-wrap: anywhere; }
h1 .dir { color: var(--ink-3); font-weight: 400; }
.sub { margin: 1px 0 12px; color: var(--ink-2); }
.card { border: 1px solid var(--line-2); border-radius: 4px; overflow: hidden; }
.ruler { display: flex; align-items: center; gap: 8px; height: 22px; padding: 0 10px;
  font-size: 10px; color: var(--ink-3); border-bottom: 1px solid var(--line); }
.track { position: relative; flex: 1; height: 8px; }
.track::before { content: ""; position: absolute; inset: 2px 0; background: var(--track); }
.track i { position: absolute; top: 2px; bottom: 2px; background: var(--read-2); }
.track .now { top: 0; bottom: 0; background: var(--read); }
.code { overflow-x: auto; padding: 3px 0; font: 12px/18px ui-monospace, Menlo, Consolas, monospace;
  background: linear-gradient(to right, var(--inset) calc(${digits}ch + 20px), var(--line) 0,
    var(--line) calc(${digits}ch + 21px), transparent 0); }
.l { display: flex; width: max-content; min-width: 100%; }
.l a { flex: none; width: calc(${digits}ch + 21px); padding-right: 10px; text-align: right;
  color: var(--ink-3); text-decoration: none; user-select: none; font-variant-numeric: tabular-nums; }
.l a::before { content: attr(data-n); }
.l a:hover, .l a:focus-visible { color: var(--ink); }
.l code { font: inherit; white-space: pre; padding: 0 12px; min-height: 18px; tab-size: 2; }
.l:target { background: var(--hit); }
.sx-key { color: var(--sx-key); } .sx-str { color: var(--sx-str); } .sx-num { color: var(--sx-num); }
.sx-type { color: var(--sx-type); } .sx-fn { color: var(--sx-fn); } .sx-com { color: var(--sx-com); }
.foot { display: flex; justify-content: space-between; gap: 16px; flex-wrap: wrap; padding: 4px 10px;
  background: var(--inset); border-top: 1px solid var(--line); color: var(--ink-2); }
.origin { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 0 24px;
  margin: 16px 0 0; font-size: 11px; color: var(--ink-3); }
.origin div { display: flex; gap: 8px; } .origin dt { flex: none; width: 64px; }
.origin dd { margin: 0; color: var(--ink-2); overflow-wrap: anywhere; }
@media print {
  :root { color-scheme: light; --surface: #fff; --inset: #fff; --ink: #000; --ink-2: #222; --ink-3: #444;
    --line: #bbb; --line-2: #888; --track: #fff; --read: #000;
    --sx-key: #000; --sx-str: #000; --sx-num: #000; --sx-type: #000; --sx-fn: #000; --sx-com: #555; }
  main { padding: 0; max-width: none; }
  .card { border-radius: 0; overflow: visible; }
  .code { font-size: 8pt; line-height: 11pt; overflow: visible; background: none; }
  .l { width: auto; break-inside: avoid; }
  .l code { white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 4ch; text-indent: -2ch; }
  .track::before { box-shadow: inset 0 0 0 .5px #888; }
  .track i, .track::before { print-color-adjust: exact; }
  .track .old { background: repeating-linear-gradient(135deg, #000 0 1px, #fff 1px 3px); }
  .sx-key { font-weight: 600; }
}
`
}
