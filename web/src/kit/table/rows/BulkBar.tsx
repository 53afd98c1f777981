import { IconChevronDown } from '../../icons/kit-icons.ts'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import { ActionButton, Button } from '../../ui/buttons/Button.tsx'
import type { IconShape } from '../../ui/buttons/Icon.tsx'
import { Toolbar } from '../../ui/buttons/Toolbar.tsx'
import { Menu } from '../../ui/layers/Menu.tsx'
import { usePhone } from '../../ui/page-layout/use-phone.ts'
import { formatTotal } from '../../ui/values/numbers.ts'
import styles from './bulk-bar.module.css'
import type { Selection } from './use-selection.ts'

/** The rows to which an action applies. */
export type Chosen<Row> = Pick<Selection<Row>, 'rows' | 'isAll' | 'count' | 'read' | 'retain'>

/** An action for the selected rows; each has its own distinct verb. */
export interface BulkAction<Row> {
  label: string
  icon?: IconShape
  /** Return the promise, so that the action cannot start twice. */
  onSelect: (chosen: Chosen<Row>) => unknown
  verdict?: (chosen: Chosen<Row>) => RuleResult
}

/** Maximum number of actions with a button, and on a phone; the others are under 'More'. */
const max_buttons = 3
const max_buttons_of_phone = 1

/** Replaces the filter bar, at the same height, while rows are selected. */
export function BulkBar<Row>({
  selection,
  actions,
  total,
}: {
  selection: Selection<Row>
  actions: readonly BulkAction<Row>[]
  total: number
}) {
  const { count } = selection
  const buttons = usePhone() ? max_buttons_of_phone : max_buttons
  const ruleResultOf = (action: BulkAction<Row>): RuleResult => action.verdict?.(selection) ?? true
  return (
    <Toolbar className={styles.bulk} label="Actions for the selected rows">
      <span className={styles.bulkCount}>{formatTotal(count)} selected</span>
      {total > count && (
        <Button variant="link" onClick={selection.chooseAll}>
          Select all {formatTotal(total)} that match
        </Button>
      )}
      <span className={styles.bulkLine} />
      {actions.slice(0, buttons).map((action) => (
        <ActionButton
          key={action.label}
          size="xs"
          verdict={ruleResultOf(action)}
          {...(action.icon ? { icon: action.icon } : {})}
          onClick={() => action.onSelect(selection)}
        >
          {action.label}
        </ActionButton>
      ))}
      {actions.length > buttons && (
        <Menu
          label="More actions"
          align="start"
          entries={actions.slice(buttons).map((action) => ({
            label: action.label,
            verdict: ruleResultOf(action),
            onSelect: () => action.onSelect(selection),
            ...(action.icon ? { icon: action.icon } : {}),
          }))}
        >
          {(trigger) => (
            <Button {...trigger} size="xs" endIcon={IconChevronDown}>
              More
            </Button>
          )}
        </Menu>
      )}
      <Button size="xs" variant="ghost" className={styles.bulkEnd ?? ''} onClick={selection.clear}>
        Clear
      </Button>
    </Toolbar>
  )
}
