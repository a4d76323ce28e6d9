export function OrDivider() {
  return (
    <p className="needs-scripts flex items-center gap-4 text-small text-faint">
      <span className="h-px flex-1 bg-line" />
      OR
      <span className="h-px flex-1 bg-line" />
    </p>
  )
}
