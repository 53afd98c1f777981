import { IconSearch } from '../../kit/icons/icons.ts'
import { useRef, useState, type SubmitEvent } from 'react'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Kbd } from '../../kit/ui/buttons/Kbd.tsx'
import shell from '../shell.module.css'
import styles from './reference-search.module.css'
import { useReferenceLookup } from './use-reference-lookup.ts'

/** The reference box at the top of the navigation. Enter or the button starts the lookup (NAV-067). */
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
      <div className={shell.search}>
        <button
          className={styles.searchButton}
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
      className={shell.search}
      role="search"
      aria-label="Reference search"
      aria-busy={isBusy}
      onSubmit={(event) => send(event)}
    >
      <button className={styles.searchButton} type="submit" aria-label="Look up reference">
        <Icon of={IconSearch} size={16} />
      </button>
      <input
        className={styles.searchInput}
        ref={input}
        id="reference-search"
        aria-label="Reference"
        placeholder="Reference…"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-scans="page"
        enterKeyHint="search"
        data-shortcut="/"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed === '' && <Kbd className={styles.searchKey}>/</Kbd>}
    </form>
  )
}
