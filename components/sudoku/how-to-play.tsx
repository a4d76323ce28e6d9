import { levels } from '#lib/sudoku/levels.ts'
import { techniques } from '#lib/sudoku/techniques.ts'

const keys: [keys: string[], meaning: string][] = [
  [['←', '→', '↑', '↓'], 'move to another cell'],
  [['Home', 'End'], 'the first or last cell of the row; with Ctrl, of the board'],
  [['1', '…', '9'], 'place a digit'],
  [['Ctrl', 'Shift'], 'with a digit: add or remove a pencil mark'],
  [['Delete'], 'clear the cell'],
  [['M', 'Space'], 'switch pencil marks on or off'],
  [['Ctrl Z', 'Ctrl Y'], 'undo and redo'],
  [['H'], 'a hint; press again to fill it in'],
  [['P'], 'pause'],
]

const key = 'whitespace-nowrap rounded-small border border-line bg-raised px-1.5 font-mono text-small text-ink'
const heading = 'mb-3 font-serif text-lead font-semibold'

/** The rules, the keys and the levels; it needs no scripts. */
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
            value clears the cell. A digit that appears twice in a row, column or box is underlined and gets an
            exclamation mark. Every puzzle has exactly one solution, and you can reach it by reasoning alone.
          </p>
          <p>
            Pencil marks are small notes of what is still possible. Placing a digit clears its marks from its row,
            column and box. A hint first names a technique and a place; ask again and it fills in the digit. Check
            underlines every wrong digit and marks it with a cross.
          </p>
          <p>
            The clock stops while the game is paused or out of sight, and when it is solved. Your browser keeps your
            games on this device; a paused game stays paused. The address of this page names the puzzle, so anyone you
            send it to gets the same one. The daily puzzle is the same for everyone and gets harder from Monday to
            Sunday. Solve it on its day, with no digit filled in by a hint, to extend your streak.
          </p>
        </div>
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys" className={heading}>
          On the keyboard
        </h2>
        <p className="mb-3 max-w-sentence text-soft">These work in the board. Tab moves into it and out again.</p>
        <dl className="grid max-w-sentence grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {keys.map(([names, meaning]) => (
            <div key={meaning} className="col-span-2 grid grid-cols-subgrid">
              <dt className="flex flex-wrap content-start items-start gap-1">
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
          The hardest technique that a puzzle needs sets its level. Names and definitions follow{' '}
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
