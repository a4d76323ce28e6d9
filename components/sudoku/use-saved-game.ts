import { useEffect, useRef } from 'react'
import type { Game } from '#lib/sudoku/game.ts'
import { loadGame, saveGame } from '#lib/sudoku/saved-game.ts'
import type { Session } from './first-puzzle.ts'
import { storageKeyOf, storedGame, storeGame } from './stored-games.ts'

const secondsBetweenSaves = 5

/**
 * Saves the game in the browser: immediately after a move, every few seconds while only the clock runs, and when the
 * page closes. It takes over what another tab does in the same game, so neither overwrites newer state with older.
 */
export function useSavedGame(session: Session | undefined, adopt: (game: Game) => void): void {
  const latest = useRef({ session, adopt, saved: '' })
  latest.current = { ...latest.current, session, adopt }
  const text = session && saveGame(session.game)
  const board = session && saveGame({ ...session.game, seconds: 0 })
  const period = session && Math.floor(session.game.seconds / secondsBetweenSaves)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock alone writes only once in a while
  useEffect(() => {
    if (!session || text === undefined || text === latest.current.saved) return
    storeGame(session.name, text)
    latest.current.saved = text
  }, [session?.name, board, period])

  useEffect(() => {
    function save() {
      const { session, saved } = latest.current
      const text = session && saveGame(session.game)
      if (!session || text === undefined || text === saved) return
      storeGame(session.name, text)
      latest.current.saved = text
    }
    /** A frozen page has missed what other tabs stored meanwhile. */
    function take() {
      const { session, saved, adopt } = latest.current
      const stored = session && storedGame(session.name)
      if (!session || !stored || stored === saved || saved === '') return
      const game = loadGame(session.game, stored)
      latest.current.saved = stored
      if (game) adopt(game)
    }
    function onStorage({ key }: StorageEvent) {
      const { session } = latest.current
      if (session && key === storageKeyOf(session.name)) take()
    }
    const onVisibility = () => (document.visibilityState === 'hidden' ? save() : take())
    addEventListener('storage', onStorage)
    addEventListener('pagehide', save)
    addEventListener('pageshow', take)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      save()
      removeEventListener('storage', onStorage)
      removeEventListener('pagehide', save)
      removeEventListener('pageshow', take)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [])
}
