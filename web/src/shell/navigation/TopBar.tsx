import { IconCommand, IconMenu2, IconSearch } from '../../kit/icons/icons.ts'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { useAccess } from '../access.ts'
import BalancePanel from './BalancePanel.tsx'
import { Logo } from './Logo.tsx'
import { maySearch } from './navigation.ts'
import { NavigationList, SendParcel } from './NavigationList.tsx'
import { ReferenceSearch } from './ReferenceSearch.tsx'
import { openPalette } from '../shortcuts/shortcuts.ts'
import shell from '../shell.module.css'
import styles from './top-bar.module.css'
import { UserBlock } from './UserBlock.tsx'
import { VersionLine } from './VersionLine.tsx'

/**
 * The top bar below 992 px: menu, logo, search, and at its end what floats over the page on wider screens. The menu
 * slides in from the left (SHELL-013).
 */
export default function TopBar({ end }: { end: ReactNode }) {
  const access = useAccess()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  return (
    <header className={shell.topbar} data-print="no">
      <button
        type="button"
        className={styles.topButton}
        aria-label="Menu"
        aria-expanded={isMenuOpen}
        onClick={() => setMenuOpen(true)}
      >
        <Icon of={IconMenu2} size={24} />
      </button>
      <Logo />
      {maySearch(access) && (
        <button
          type="button"
          className={styles.topButton}
          aria-label="Reference search"
          onClick={() => setSearching(true)}
        >
          <Icon of={IconSearch} size={24} />
        </button>
      )}
      {access.me.kind === 'user' && (
        <button type="button" className={styles.topButton} aria-label="Commands" onClick={openPalette}>
          <Icon of={IconCommand} size={24} />
        </button>
      )}
      <Suspense fallback={null}>{end}</Suspense>
      {isMenuOpen && <SlideMenu onClose={() => setMenuOpen(false)} />}
      {isSearching && (
        <Modal title="Find a reference" onClose={() => setSearching(false)}>
          <ReferenceSearch onFound={() => setSearching(false)} />
        </Modal>
      )}
    </header>
  )
}

function SlideMenu({ onClose }: { onClose: () => void }) {
  const access = useAccess()
  const box = useRef<HTMLElement>(null)
  const start = useRef(0)
  useEffect(() => {
    const root = document.getElementById('root')
    const opener = document.activeElement
    root?.setAttribute('inert', '')
    box.current?.focus()
    return () => {
      root?.removeAttribute('inert')
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return createPortal(
    <div
      className={shell.slide}
      data-layer=""
      role="presentation"
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onTouchStart={(event) => (start.current = event.touches[0]?.clientX ?? 0)}
      onTouchEnd={(event) => start.current - (event.changedTouches[0]?.clientX ?? 0) > 60 && onClose()}
    >
      <nav ref={box} className={shell.nav} aria-label="Main" tabIndex={-1} data-focus="quiet">
        <div className={shell.head}>
          <Logo />
        </div>
        <SendParcel onGo={onClose} />
        <NavigationList onGo={onClose} />
        <BalancePanel onGo={onClose} />
        <VersionLine onGo={onClose} />
        {access.me.kind !== 'guest' && <UserBlock />}
      </nav>
    </div>,
    document.body,
  )
}
