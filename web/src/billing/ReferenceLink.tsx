import { AppLink } from '../kit/ui/buttons/AppLink.tsx'

/** A reference in monospace that links to its page. */
export function ReferenceLink({ to, children }: { to: string; children: string }) {
  return (
    <AppLink to={to} className="mono">
      {children}
    </AppLink>
  )
}
