type Props = { children: string | undefined; className?: string }

/** The sentence of a failed action, announced at once; nothing as long as it has not failed. */
export function FailureText({ children, className = '' }: Props) {
  if (!children) return null
  return (
    <p role="alert" className={`text-small text-danger ${className}`}>
      {children}
    </p>
  )
}
