export function PageHeading({ title, text }: { title: string; text?: string }) {
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-balance wrap-break-word font-serif text-heading font-semibold">{title}</h1>
      {text && <p className="max-w-sentence text-pretty text-soft">{text}</p>}
    </div>
  )
}
