'use client'

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

export type DrawnLine = {
  /** The name for screen readers. */
  name: string
  /** The counted thing, e.g. `Reads`. */
  of: string
  points: readonly { label: string; when: string; value: number }[]
}

/** More of them would be a thick line. */
const mostDots = 60
const tick = { fill: 'var(--soft)', fontSize: 13 }
const whole = (value: number) => value.toLocaleString('en-GB')
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

/** One line, so that no colour has to tell lines apart; the arrow keys go from point to point. */
export function LineDrawing({ name, of, points }: DrawnLine) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={points.map((point) => ({ ...point }))}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        title={name}
        accessibilityLayer
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          interval="equidistantPreserveStart"
          minTickGap={32}
          height={28}
          // Half of the first label: beside a narrow axis it would be cut off.
          padding={{ left: 12 }}
        />
        <YAxis
          width="auto"
          allowDecimals={false}
          tick={tick}
          tickLine={false}
          axisLine={false}
          tickFormatter={(value: number) => compact.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          separator=": "
          labelFormatter={(label) => points.find((point) => point.label === label)?.when ?? label}
          formatter={(value) => [whole(Number(value)), of]}
          cursor={{ stroke: 'var(--edge)', strokeDasharray: '4 3' }}
          contentStyle={{ background: 'var(--raised)', border: '1px solid var(--edge)', borderRadius: 10 }}
          labelStyle={{ color: 'var(--soft)' }}
          itemStyle={{ color: 'var(--ink)' }}
        />
        <Line
          dataKey="value"
          name={of}
          type="linear"
          stroke="var(--green)"
          strokeWidth={2}
          dot={points.length > mostDots ? false : dotOf}
          activeDot={{ r: 5, fill: 'var(--green)', stroke: 'var(--paper)' }}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

type Dot = { cx?: number; cy?: number; payload?: { value: number }; index?: number }

/** None on zero: a row of dots along the axis would look like a row of figures. */
function dotOf({ cx, cy, payload, index }: Dot) {
  if (!payload?.value) return <g key={index} />
  return <circle key={index} cx={cx} cy={cy} r={2.5} fill="var(--paper)" stroke="var(--green)" strokeWidth={2} />
}
