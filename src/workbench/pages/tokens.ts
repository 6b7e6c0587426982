/** The design of every page in one place: colours by meaning in light and dark, steps of space and type. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #f3eee4; --paper: #fffdf9; --ink: #17262b; --soft: #52626a; --line: #ddd4c4; --edge: #74838a;
  --accent: #0b5a5c; --on-accent: #ffffff; --tint: #e6efec;
  --good: #14653a; --error: #9f1f1b; --error-tint: #fbeae7; --wait: #7a4b00; --wait-tint: #fdf0d2;
  --strip: #ffd64d; --on-strip: #1c1600; --code-word: #7a2e8e;
  --space-1: .25rem; --space-2: .5rem; --space-3: .9rem; --space-4: 1.3rem; --space-5: 2rem;
  --text-1: .9rem; --text-2: .95rem; --text-3: 1.05rem; --text-4: 1.2rem; --text-5: 1.7rem;
  --round: .7rem; --corner: .4rem; --code: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11181a; --paper: #1a2326; --ink: #eaf0ef; --soft: #a8b7ba; --line: #324044; --edge: #82949a;
    --accent: #74d1c6; --on-accent: #06211f; --tint: #22312f;
    --good: #7fdca6; --error: #ffa49a; --error-tint: #3a2322; --wait: #f0c674; --wait-tint: #362d18;
    --strip: #e8bd2f; --on-strip: #1c1600; --code-word: #d9a5ea;
  }
}
`
