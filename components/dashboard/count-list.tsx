/** Figures that say how many there are now. */
export function CountList({ counts }: { counts: readonly { name: string; count: number }[] }) {
  return (
    <dl className="grid gap-x-10 gap-y-6 md:grid-cols-3">
      {counts.map(({ name, count }) => (
        <div key={name} className="flex flex-col-reverse gap-1 border-t border-line pt-4">
          <dt className="text-small text-faint">{name}</dt>
          <dd className="font-serif text-heading font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
