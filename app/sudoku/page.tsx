import { HowToPlay } from '#components/sudoku/how-to-play.tsx'
import { SudokuGame } from '#components/sudoku/sudoku-game.tsx'
import { paths } from '#contract/paths.ts'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () =>
  pageMetadata({
    title: 'Sudoku',
    description:
      'A Sudoku in five levels, and one for every day: with pencil marks, hints that explain, undo and print.',
    path: paths.sudoku,
  })

export default function SudokuPage() {
  noteTags([tags.site])
  return (
    <div className="sudoku-page">
      <div className="sudoku-heading">
        <h1 className="font-serif text-heading font-semibold">Sudoku</h1>
        <p className="text-soft">Every row, column and box takes each digit from 1 to 9 once.</p>
      </div>
      <noscript>
        <p className="max-w-sentence text-pretty">
          The puzzles run in your browser and need scripts, which are switched off. You can read the rest without them.
        </p>
      </noscript>
      <SudokuGame productName={site().name} />
      <HowToPlay />
    </div>
  )
}
