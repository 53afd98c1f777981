import { IconPlus } from '../../icons/kit-icons.ts'
import { useRef, useState } from 'react'
import { standaloneField } from '../../form/FieldFrame.tsx'
import { TextField } from '../../form/TextField.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/buttons/Icon.tsx'
import { Popover } from '../../ui/layers/Popover.tsx'
import { Tabs } from '../../ui/page-layout/Tabs.tsx'
import { viewNameProblem, type View, type Views } from './saved-views.ts'
import styles from './view-tabs.module.css'

/** The saved views of a list as tabs; a changed view displays a dot with Save, Save as and Reset. */
export function ViewTabs({ views, label }: { views: Views; label: string }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isNaming, setNaming] = useState(false)
  return (
    <Tabs
      label={label}
      tabs={views.all.map((view) => ({
        key: view.key,
        label: view.label,
        count: view.count,
        urgent: view.urgent ?? false,
        changed: view.key === views.chosen?.key && views.isChanged,
      }))}
      chosen={views.chosen?.key ?? ''}
      onChoose={views.choose}
      end={
        <>
          {views.isChanged && (
            <>
              {views.isOwn && <ViewAction label="Save" onClick={views.save} />}
              <button
                ref={anchor}
                type="button"
                className={styles.viewAction}
                aria-haspopup="dialog"
                aria-expanded={isNaming}
                onClick={() => setNaming(!isNaming)}
              >
                {views.isOwn ? 'Save as' : <AddLabel />}
              </button>
              <ViewAction label="Reset" onClick={views.reset} />
            </>
          )}
          {!views.isChanged && views.isOwn && <ViewAction label="Remove view" onClick={views.remove} />}
          {isNaming && (
            <Popover anchor={anchor} onClose={() => setNaming(false)} align="end" label="Save view">
              <NameView
                others={views.all}
                onSave={(name) => {
                  views.saveAs(name)
                  setNaming(false)
                }}
              />
            </Popover>
          )}
        </>
      }
    />
  )
}

function AddLabel() {
  return (
    <span className={styles.addView}>
      <Icon of={IconPlus} size={16} />
      Save view
    </span>
  )
}

function ViewAction({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.viewAction} onClick={onClick}>
      {label}
    </button>
  )
}

function NameView({ others, onSave }: { others: readonly View[]; onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const problem = viewNameProblem(name, others)
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problem === null) onSave(name.trim())
      }}
    >
      <TextField
        {...standaloneField('view', name, setName)}
        error={isTried ? (problem ?? undefined) : undefined}
        label="Name of the view"
        maxLength={40}
        size="sm"
      />
      <Button type="submit" size="sm" variant="primary" full style={{ marginTop: 8 }}>
        Save view
      </Button>
    </form>
  )
}
