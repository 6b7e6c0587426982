/**
 * The scale of every page in one place. Spaces, types and widths have their pixels in their names; colours have their meaning. The styles take every
 * length, weight and colour from here (test/guards/styles.test.ts), except lines of 1 to 3 pixels.
 */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --space-4: .25rem; --space-8: .5rem; --space-12: .75rem; --space-16: 1rem; --space-24: 1.5rem; --space-32: 2rem; --space-48: 3rem;
  --type-12: .75rem; --type-14: .875rem; --type-16: 1rem; --type-20: 1.25rem; --type-28: 1.75rem;
  --dense: 1.43; --open: 1.625; --normal: 400; --strong: 600; --corner: .25rem; --round: .5rem;
  --button: 2rem; --row: 2.5rem; --row-call: 2.25rem; --bar: 3rem;
  --width-144: 9rem; --width-216: 13.5rem; --width-272: 17rem; --width-360: 22.5rem; --width-480: 30rem; --width-page: 84rem; --measure: 72ch;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --paper: #fffdf9; --ink: #17262b; --soft: #52626a; --line: #ddd4c4; --edge: #74838a; --shadow: #0003;
  --accent: #0b5a5c; --on-accent: #ffffff; --tint: #eef1ec;
  --good: #14653a; --error: #9f1f1b; --error-tint: #fbeae7; --wait: #7a4b00;
  --mark: #ffd64d; --on-mark: #1c1600; --code-word: #7a2e8e;
}
@media (pointer: coarse) { :root { --button: 2.75rem; --row: 3rem; --row-call: 3rem; } }
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141b1d; --ink: #eaf0ef; --soft: #a8b7ba; --line: #324044; --edge: #82949a;
    --accent: #74d1c6; --on-accent: #06211f; --tint: #202b2d;
    --good: #7fdca6; --error: #ffa49a; --error-tint: #3a2322; --wait: #f0c674;
    --mark: #e8bd2f; --code-word: #d9a5ea;
  }
}
`

/** The widths at which pages change their form: a phone, a window without room for the list of pages, and one without room for a second column. */
export const PHONE = '40rem'
export const TABLET = '64rem'
export const DESK = '76rem'
