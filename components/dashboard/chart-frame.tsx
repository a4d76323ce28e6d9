'use client'

import { LatePart } from '#components/ui/late-part.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { DrawnLine } from './line-drawing.tsx'

// Recharts draws in the browser alone, and only these pages load it.
const loadDrawing = async () => (await import('./line-drawing.tsx')).LineDrawing

/**
 * Reserves a chart's space from the beginning, so that nothing jumps when the chart loads. The drawing lies on top of that
 * space: as its content, a drawing made for a wide window would keep the page wide when the window changes.
 */
export function ChartFrame(props: DrawnLine) {
  const isHere = useHydrated()
  return (
    <div className="relative h-56 w-full">
      <noscript>
        <p className="text-small text-faint">The chart needs scripts. The table has the same figures.</p>
      </noscript>
      {isHere && (
        <div className="absolute inset-0 overflow-hidden">
          <LatePart load={loadDrawing} what="The chart" given={props} />
        </div>
      )}
    </div>
  )
}
