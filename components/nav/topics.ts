import { paths } from '#contract/paths.ts'

/** The ways into the collection, with names short enough for the bar. */
export const topics = [
  { name: 'Summaries', href: paths.books },
  { name: 'Fiction', href: paths.category('fiction') },
  { name: 'Technology', href: paths.category('technology') },
  { name: 'Essays', href: paths.category('books') },
  { name: 'Sudoku', href: paths.sudoku },
]
