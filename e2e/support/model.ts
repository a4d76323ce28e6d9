import { openAiPort } from './address.ts'

const at = (path: string, book: string) => `http://127.0.0.1:${openAiPort}${path}?${new URLSearchParams({ book })}`

/** Lets the stand-in continue with a book that is `[held]`. */
export async function letModelGoOn(book: string): Promise<void> {
  await fetch(at('/release', book))
}

/** How often the model was asked for a book, and whether its caller has gone before the end. */
export async function whatModelKnows(book: string): Promise<{ asked: number; left: boolean }> {
  return (await fetch(at('/state', book))).json() as Promise<{ asked: number; left: boolean }>
}
