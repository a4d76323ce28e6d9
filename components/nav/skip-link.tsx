export function SkipLink({ to }: { to: string }) {
  return (
    <a
      href={`#${to}`}
      className="no-print sr-only focus:not-sr-only focus:absolute focus:start-4 focus:top-2 focus:z-50 focus:rounded-card focus:bg-raised focus:px-4 focus:py-2 focus:font-semibold focus:text-ink focus:shadow-menu"
    >
      Skip to content
    </a>
  )
}
