import { IconAdjustmentsHorizontal, IconChevronDown, IconPlus, IconSearch } from '../../icons/kit-icons.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { standaloneField } from '../../form/FieldFrame.tsx'
import { TextField } from '../../form/TextField.tsx'
import { moveByArrows } from '../../ui/arrow-keys.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Drawer } from '../../ui/layers/Modal.tsx'
import { Popover } from '../../ui/layers/Popover.tsx'
import { usePhone } from '../../ui/page-layout/use-phone.ts'
import { formatTotal } from '../../ui/values/numbers.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { valueText, type Filter } from './filters.ts'
import shared from '../table.module.css'
import styles from './filter-bar.module.css'
import type { List } from '../use-list.ts'

/** Delay in ms between the last key and the search. */
const typing_pause_ms = 300

/** The search box, the pinned filters, '+ Filter', and the controls of the table at the end. */
export function FilterBar({
  list,
  searchHint,
  total,
  end,
}: {
  list: List
  /** What can be searched: 'Reference, name, phone or suburb'; without it there is no search box. */
  searchHint?: string | undefined
  total?: number | undefined
  end?: ReactNode
}) {
  const isPhone = usePhone()
  if (isPhone && !searchHint && list.filters.length === 0) return null
  const pinned = list.filters.filter((filter) => filter.pinned)
  return (
    <div className={styles.bar} role="search" aria-label="Filters" data-print="no">
      {searchHint && <SearchBox list={list} hint={searchHint} />}
      {isPhone ? (
        list.filters.length > 0 && <FilterSheet list={list} total={total} />
      ) : (
        <>
          {pinned.map((filter) => (
            <FilterButton key={filter.key} list={list} filter={filter} />
          ))}
          {list.filters.length > pinned.length && <AddFilter list={list} />}
          <div className={styles.barEnd}>{end}</div>
        </>
      )}
    </div>
  )
}

function SearchBox({ list, hint }: { list: List; hint: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const apply = useEffectEvent(list.setSearch)
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => {
      apply(typed.trim())
      setTyped(null)
    }, typing_pause_ms)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className={styles.search}>
      <TextField
        {...standaloneField('q', typed ?? list.search, setTyped)}
        label={`Search: ${hint}`}
        hideLabel
        type="search"
        icon={IconSearch}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        takesScans
      />
    </div>
  )
}

function FilterButton({ list, filter }: { list: List; filter: Filter }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const value = list.valueOf(filter.key)
  const words = value ? valueText(filter, value, new Date()) : null
  return (
    <>
      <Button
        ref={anchor}
        endIcon={IconChevronDown}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={styles.filterButton ?? ''}
        onClick={() => setOpen(!isOpen)}
      >
        {words ? `${filter.label}: ${value?.isNot ? 'not ' : ''}${words}` : filter.label}
      </Button>
      {isOpen && (
        <Popover
          anchor={anchor}
          onClose={() => setOpen(false)}
          label={filter.label}
          className={shared.panel ?? ''}
        >
          <FilterEditor filter={filter} value={value} onChange={(next) => list.setFilter(filter.key, next)} />
        </Popover>
      )}
    </>
  )
}

function AddFilter({ list }: { list: List }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const others = list.filters.filter((filter) => !filter.pinned)
  const filter = others.find((one) => one.key === key)
  const close = (): void => {
    setOpen(false)
    setKey(null)
  }
  return (
    <>
      <Button
        ref={anchor}
        icon={IconPlus}
        smallIcon
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-shortcut="f"
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        Filter
      </Button>
      {isOpen && (
        <Popover
          key={key}
          anchor={anchor}
          onClose={close}
          label="Add a filter"
          className={shared.panel ?? ''}
        >
          {filter ? (
            <FilterEditor
              filter={filter}
              value={list.valueOf(filter.key)}
              onChange={(next) => list.setFilter(filter.key, next)}
            />
          ) : (
            <div className={shared.panelList} onKeyDown={(event) => moveByArrows(event, 'button')}>
              {others.map((one) => (
                <button
                  key={one.key}
                  type="button"
                  className={shared.panelRow}
                  style={{ width: '100%' }}
                  onClick={() => setKey(one.key)}
                >
                  {one.label}
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
    </>
  )
}

/** All filters in one sheet, for phones. */
function FilterSheet({ list, total }: { list: List; total: number | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const setCount = list.filters.filter((filter) => list.valueOf(filter.key)).length
  return (
    <>
      <Button icon={IconAdjustmentsHorizontal} onClick={() => setOpen(true)}>
        {setCount > 0 ? `Filters ${setCount}` : 'Filters'}
      </Button>
      {isOpen && (
        <Drawer
          title="Filters"
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={list.clear}>Clear all</Button>
              <Button variant="primary" onClick={() => setOpen(false)}>
                {total === undefined ? 'Show results' : `Show ${formatTotal(total)} results`}
              </Button>
            </>
          }
        >
          <div className={styles.sheet}>
            {list.filters.map((filter) => (
              <section key={filter.key}>
                {filter.kind === 'choice' && <h3>{filter.label}</h3>}
                <FilterEditor
                  filter={filter}
                  value={list.valueOf(filter.key)}
                  onChange={(next) => list.setFilter(filter.key, next)}
                />
              </section>
            ))}
          </div>
        </Drawer>
      )}
    </>
  )
}
