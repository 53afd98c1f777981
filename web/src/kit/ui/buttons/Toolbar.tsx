import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { hasModifier } from '../arrow-keys.ts'
import { useOneTabStop } from '../tab-stop.ts'

const stops = 'button'

/**
 * A toolbar of three or more buttons: one stop of the Tab key; ← and → move through the buttons, Home and End to the
 * first and last one.
 */
export function Toolbar({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const onFocus = useOneTabStop(box, stops)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)]
    const at = all.indexOf(event.target as HTMLElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    // React also passes on the keys of an open menu, which is outside of the toolbar.
    if (at < 0 || next === undefined || hasModifier(event)) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  return (
    <div
      ref={box}
      role="toolbar"
      aria-label={label}
      className={className}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}
