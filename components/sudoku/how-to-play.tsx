import { levels } from '#lib/sudoku/levels.ts'
import { techniques } from '#lib/sudoku/techniques.ts'

const keys: [keys: string[], meaning: string][] = [
  [['←', '→', '↑', '↓'], 'another cell'],
  [['Home', 'End'], 'the first or last cell of the row; with Ctrl of the board'],
  [['1', '…', '9'], 'a digit'],
  [['Ctrl', 'Shift'], 'with a digit: a pencil mark'],
  [['Delete'], 'clear the cell'],
  [['M', 'Space'], 'digits are pencil marks, or digits again'],
  [['Ctrl Z', 'Ctrl Y'], 'undo and redo'],
  [['H'], 'a hint, and once more: its digit'],
  [['P'], 'pause'],
]

const key = 'whitespace-nowrap rounded-small border border-line bg-raised px-1.5 font-mono text-small text-ink'
const heading = 'mb-3 font-serif text-lead font-semibold'

/** What one reads rather than plays; it needs no scripts. */
export function HowToPlay() {
  return (
    <div className="no-print grid gap-x-12 gap-y-10 mt-5 border-t border-line pt-10 lg:grid-cols-2">
      <section aria-labelledby="how-to-play">
        <h2 id="how-to-play" className={heading}>
          How to play
        </h2>
        <div className="flex max-w-sentence flex-col gap-3 text-pretty">
          <p>
            The bold digits are given and locked. Choose an empty cell and type a digit, or tap one on the pad; an empty
            value clears the cell. A digit that stands twice in a row, a column or a box is underlined and gets an
            exclamation mark. Every puzzle has one solution, and it can be reasoned out.
          </p>
          <p>
            Pencil marks are small notes of what is still possible. Once a digit stands, its marks leave the row, the
            column and the box by themselves. A hint first names a technique and a place; asked again it fills the digit
            in. Check underlines every wrong digit and gives it a cross.
          </p>
          <p>
            The clock stops while the game is paused, solved, or out of sight. The browser keeps your games on this
            device; a paused one comes back paused. The address of this page names the puzzle: whoever opens it gets the
            same one. The daily puzzle is the same for all and grows harder from Monday to Sunday; solved on its day it
            lengthens your streak.
          </p>
        </div>
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys" className={heading}>
          On the keyboard
        </h2>
        <p className="mb-3 max-w-sentence text-soft">In the board; Tab leads into it and out again.</p>
        <dl className="grid max-w-sentence grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {keys.map(([names, meaning]) => (
            <div key={meaning} className="col-span-2 grid grid-cols-subgrid">
              <dt className="flex flex-wrap gap-1">
                {names.map((name) => (
                  <kbd key={name} className={key}>
                    {name}
                  </kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="levels" className="lg:col-span-2">
        <h2 id="levels" className={heading}>
          The levels
        </h2>
        <p className="mb-5 max-w-sentence text-pretty">
          A level says which technique a puzzle needs at its hardest step. Names and definitions follow{' '}
          <a href="https://hodoku.sourceforge.net/en/techniques.php" className="text-link underline underline-offset-2">
            HoDoKu’s Solving Techniques
          </a>
          .
        </p>
        <div className="gap-x-12 md:columns-2">
          {levels.map(({ name, label, description, hardest }) => (
            <div key={name} className="mb-6 max-w-sentence break-inside-avoid">
              <h3 className="font-semibold">{label}</h3>
              <p className="text-pretty">{description}</p>
              <dl className="mt-2 flex flex-col gap-1.5 text-soft">
                {techniques
                  .filter((technique) => hardest.includes(technique.name))
                  .map((technique) => (
                    <div key={technique.name}>
                      <dt className="inline font-semibold text-ink">{technique.name}. </dt>
                      <dd className="inline">{technique.meaning}</dd>
                    </div>
                  ))}
              </dl>
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}
