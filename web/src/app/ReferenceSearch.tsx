import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { Icon } from '../kit/ui/Icon.tsx'
import { Kbd } from '../kit/ui/Kbd.tsx'
import styles from './shell.module.css'
import { useReferenceLookup } from './use-reference-lookup.ts'

/** The reference box at the top of the navigation: Enter or its button looks up (NAV-067). */
export function ReferenceSearch({
  isSmall = false,
  onOpen,
  onFound,
}: {
  isSmall?: boolean
  onOpen?: () => void
  onFound?: () => void
}) {
  const lookUp = useReferenceLookup()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || typed.trim() === '') return
    setBusy(true)
    const isFound = await lookUp(typed)
    setBusy(false)
    if (!isFound) return
    setTyped('')
    onFound?.()
  }
  if (isSmall)
    return (
      <div className={styles.search}>
        <button
          type="button"
          aria-label="Reference search"
          data-shortcut="/"
          onClick={() => {
            onOpen?.()
            requestAnimationFrame(() => document.getElementById('reference-search')?.focus())
          }}
        >
          <Icon of={IconSearch} />
        </button>
      </div>
    )
  return (
    <form
      className={styles.search}
      role="search"
      aria-label="Reference search"
      aria-busy={isBusy}
      onSubmit={(event) => void send(event)}
    >
      <button type="submit" aria-label="Look up reference">
        <Icon of={IconSearch} size={16} />
      </button>
      <input
        ref={input}
        id="reference-search"
        aria-label="Reference"
        placeholder="Reference…"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        data-shortcut="/"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed === '' && <Kbd>/</Kbd>}
    </form>
  )
}
