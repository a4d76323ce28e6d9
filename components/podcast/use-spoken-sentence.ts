import { type RefObject, useEffect } from 'react'
import { findSentences, sentenceAt } from './find-sentences.ts'

const highlightName = 'spoken'
/** The element of a story's text. */
const storySelector = '#story'

/**
 * Marks the sentence of the story that is being read aloud, keeps it in view for a reader who follows, and plays from a
 * sentence that is clicked. Marking changes nothing in the page (CSS Custom Highlight API); without it the rest still
 * works.
 */
export function useSpokenSentence(audio: HTMLAudioElement | null, track: RefObject<HTMLTrackElement | null>): void {
  useEffect(() => {
    const element = track.current
    const story = document.querySelector<HTMLElement>(storySelector)
    if (!audio || !element || !story) return
    const { track: cues } = element
    cues.mode = 'hidden'
    let ranges: (Range | undefined)[] = []
    let marked: Range | undefined

    function read() {
      const texts = [...(cues.cues ?? [])].map((cue) => (cue as VTTCue).getCueAsHTML().textContent ?? '')
      ranges = findSentences(story as HTMLElement, texts)
      mark()
    }
    function mark() {
      const spoken = cues.activeCues?.[0]
      const index = spoken ? [...(cues.cues ?? [])].indexOf(spoken) : -1
      const next = ranges[index]
      // Between two sentences the one before stays marked.
      if (!next || next === marked) return
      const isFollowed = marked === undefined || isInView(marked)
      marked = next
      highlight(next)
      if (isFollowed && !isInView(next)) scrollTo(next)
    }
    function onClick(event: MouseEvent) {
      const target = event.target as Element
      if (target.closest('a, button, summary, iframe') || getSelection()?.isCollapsed === false) return
      const cue = cues.cues?.[sentenceAt(ranges, event.clientX, event.clientY)]
      if (!cue || !audio) return
      audio.currentTime = cue.startTime
      void audio.play().catch(() => undefined)
    }

    element.addEventListener('load', read)
    cues.addEventListener('cuechange', mark)
    story.addEventListener('click', onClick)
    story.classList.add('cursor-pointer')
    if (element.readyState === HTMLTrackElement.LOADED) read()
    return () => {
      element.removeEventListener('load', read)
      cues.removeEventListener('cuechange', mark)
      story.removeEventListener('click', onClick)
      story.classList.remove('cursor-pointer')
      highlight(undefined)
    }
  }, [audio, track])
}

function highlight(range: Range | undefined): void {
  if (!('highlights' in CSS)) return
  if (range) CSS.highlights.set(highlightName, new Highlight(range))
  else CSS.highlights.delete(highlightName)
}

function isInView(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

function scrollTo(range: Range): void {
  const { top } = range.getBoundingClientRect()
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  window.scrollBy({ top: top - window.innerHeight / 3, behavior })
}
