import type { Metadata } from 'next'
import { HowToPlay } from '#components/sudoku/how-to-play.tsx'
import { SudokuGame } from '#components/sudoku/sudoku-game.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { noteTags } from '#lib/web-server/render-context.ts'

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'Sudoku',
    description:
      'A Sudoku in five levels, and one for every day: with pencil marks, hints that explain, undo and print.',
    path: paths.sudoku,
  })
}

export default function SudokuPage() {
  noteTags(['site'])
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-5 md:gap-8 md:px-6 md:py-12 print:p-0">
      <PageHeading title="Sudoku" text="Every row, column and box takes each digit from 1 to 9 once." />
      <noscript>
        <p className="max-w-sentence text-pretty">
          The puzzles are made and played in your browser, and that needs scripts. What follows can be read without.
        </p>
      </noscript>
      <SudokuGame productName={webEnv().PRODUCT_NAME} />
      <HowToPlay />
    </div>
  )
}
