import { useEffect, useEffectEvent, useRef } from 'react'
import type { Game } from '#lib/sudoku/game.ts'
import { loadGame, saveGame } from '#lib/sudoku/saved-game.ts'
import { type Session, storageKeyOf, storedGame, storeGame } from './stored-games.ts'

const secondsBetweenSaves = 5

/**
 * Saves the game in the browser: immediately after a move, every few seconds while only the clock runs, and when the
 * page closes. It takes over what another tab does in the same game, so neither overwrites newer state with older.
 */
export function useSavedGame(session: Session | undefined, adopt: (game: Game) => void): void {
  const saved = useRef('')
  const board = session && saveGame({ ...session.game, seconds: 0 })
  const period = session && Math.floor(session.game.seconds / secondsBetweenSaves)

  const save = useEffectEvent(() => {
    const text = session && saveGame(session.game)
    if (!session || text === undefined || text === saved.current) return
    storeGame(session.name, text)
    saved.current = text
  })
  /** A frozen page has missed what other tabs stored meanwhile. */
  const take = useEffectEvent(() => {
    const stored = session && storedGame(session.name)
    if (!session || !stored || stored === saved.current || saved.current === '') return
    saved.current = stored
    const game = loadGame(session.game, stored)
    if (game) adopt(game)
  })
  const onStorage = useEffectEvent(({ key }: StorageEvent) => {
    if (session && key === storageKeyOf(session.name)) take()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock alone writes only once in a while
  useEffect(() => save(), [session?.name, board, period])

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('storage', (event) => onStorage(event), { signal })
    addEventListener('pagehide', () => save(), { signal })
    addEventListener('pageshow', () => take(), { signal })
    const onVisibility = () => (document.visibilityState === 'hidden' ? save() : take())
    document.addEventListener('visibilitychange', onVisibility, { signal })
    return () => {
      save()
      listening.abort()
    }
  }, [])
}
