import { IconTrash, IconX } from '../kit/icons/icons.ts'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration, IntegrationRule } from '@waybill/domain/integrations/model'
import { action_labels, provider_facts, type IntegrationAction } from '@waybill/domain/integrations/providers'
import {
  checkRule,
  filter_facts,
  filters_of_type,
  filtersFor,
  rule_type_labels,
  trigger_labels,
  triggersFor,
  types_of_trigger,
  type FilterName,
  type RuleType,
  type Trigger,
} from '@waybill/domain/integrations/rules'
import { AccountPicker, useAccount } from '../accounts/index.ts'
import { useEndpointMutation } from '../kit/api/index.ts'
import { Checkbox } from '../kit/form/choices/Choices.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { IconButton } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import shared from './integrations.module.css'
import styles from './rule-form.module.css'
import { TickList } from './TickList.tsx'
import { useAccountNames, useRuleOptions } from './use-rule-options.ts'

interface Values {
  trigger: Trigger
  rule_type: RuleType
  action: IntegrationAction
  filters: { filter: FilterName; values: string[] }[]
  scan_branches: string[]
  is_active: boolean
}

function valuesOf({ provider }: Integration, stored: IntegrationRule | null): Values {
  const [action = 'send-shipment'] = provider_facts[provider].actions
  if (!stored) return { ...startOf('shipment-created', 'account'), action, is_active: true }
  const { trigger, rule_type, filters, scan_branch_ids, is_active } = stored
  return {
    trigger,
    rule_type,
    action: stored.action,
    filters,
    scan_branches: scan_branch_ids.map(String),
    is_active,
  }
}

/** Returns the initial values of a rule for a trigger and a type, with the filter that the type needs. */
function startOf(
  trigger: Trigger,
  ruleType: RuleType,
): Pick<Values, 'trigger' | 'rule_type' | 'filters' | 'scan_branches'> {
  const valid = filtersFor(trigger)
  const [needed] = filters_of_type[ruleType].filter((name) => valid.includes(name))
  return {
    trigger,
    rule_type: ruleType,
    filters: needed ? [{ filter: needed, values: [] }] : [],
    scan_branches: [],
  }
}

/** Returns the rule with another trigger or type; filters and branches of the former one are removed. */
function initialValues(values: Values, trigger: Trigger, ruleType: RuleType): Values {
  return { ...values, ...startOf(trigger, ruleType) }
}

/** Form for a whole rule. It offers only values that match each other (INT-022). */
export function RuleForm({
  integration,
  stored,
  onClose,
}: {
  integration: Integration
  stored: IntegrationRule | null
  onClose: () => void
}) {
  const { provider } = integration
  const form = useForm<Values>({
    initial: valuesOf(integration, stored),
    check: (values) => checkRule(provider, { ...values, scan_branch_ids: values.scan_branches.map(Number) }),
  })
  const sending = {
    inForm: true,
    refresh: [integrationsApi.rules, integrationsApi.list],
    done: () => {
      toast.success(stored ? 'The rule was changed' : 'The rule was added')
      onClose()
    },
  }
  const create = useEndpointMutation(integrationsApi.createRule, sending)
  const change = useEndpointMutation(integrationsApi.changeRule, sending)
  const options = useRuleOptions()
  const { values } = form
  const types = types_of_trigger[values.trigger]
  const valid = filtersFor(values.trigger)
  const left = valid.filter((name) => !values.filters.some(({ filter }) => filter === name))
  const begin = (trigger: Trigger, ruleType: RuleType): void =>
    form.fill(initialValues(values, trigger, ruleType))
  const submit = ({ scan_branches, ...rule }: Values): void => {
    const fields = { ...rule, scan_branch_ids: scan_branches.map(Number) }
    if (stored) change.mutate({ id: stored.id, version: stored.version, position: undefined, ...fields })
    else create.mutate({ integration_id: integration.id, ...fields })
  }
  return (
    <Modal title={stored ? 'Edit rule' : 'New rule'} onClose={onClose} width="wide">
      <FormPanel
        form={form}
        saving={create.isPending || change.isPending}
        error={create.error ?? change.error}
        submit={stored ? 'Save rule' : 'Add rule'}
        onCancel={onClose}
        onSubmit={submit}
      >
        <SelectField
          {...form.field('trigger')}
          label="When"
          options={triggersFor(provider).map((value) => ({
            value,
            label: trigger_labels[value],
            hint: value,
          }))}
          onChange={(trigger) => {
            const [first = 'account'] = types_of_trigger[trigger]
            begin(trigger, types_of_trigger[trigger].includes(values.rule_type) ? values.rule_type : first)
          }}
        />
        <SelectField
          {...form.field('rule_type')}
          label="Rule type"
          hint="What the rule goes by; it brings its filter along."
          options={types.map((value) => ({ value, label: rule_type_labels[value] }))}
          onChange={(ruleType) => begin(values.trigger, ruleType)}
        />
        {values.rule_type === 'hub-scanner' && (
          <TickList
            name="scan_branches"
            label="Scanned at (none ticked means any branch)"
            options={options.branches}
            value={values.scan_branches}
            onChange={(chosen) => form.set('scan_branches', chosen)}
          />
        )}
        {values.filters.map(({ filter, values: chosen }, at) => (
          <div key={filter} className={styles.filter}>
            <div className={styles.filterHead}>
              <span>{labelOf(filter)}</span>
              <IconButton
                size="sm"
                icon={IconTrash}
                label={`Remove filter ${filter_facts[filter].label}`}
                onClick={() => form.set('filters', values.filters.toSpliced(at, 1))}
              />
            </div>
            <FilterValues
              filter={filter}
              options={options}
              value={chosen}
              onChange={(next) =>
                form.set(
                  'filters',
                  values.filters.map((one) => (one.filter === filter ? { filter, values: next } : one)),
                )
              }
            />
          </div>
        ))}
        {left.length > 0 && (
          <SelectField
            {...standaloneField<FilterName | null>('add_filter', null, (filter) => {
              if (filter) form.set('filters', [...values.filters, { filter, values: [] }])
            })}
            label="Add a filter"
            optional
            hint="All filters of a rule must match."
            placeholder="Choose a filter…"
            options={left.map((value) => ({ value, label: labelOf(value) }))}
          />
        )}
        <SelectField
          {...form.field('action')}
          label="Then"
          options={provider_facts[provider].actions.map((value) => ({ value, label: action_labels[value] }))}
        />
        <Checkbox {...form.field('is_active')} label="In use" />
      </FormPanel>
    </Modal>
  )
}

function labelOf(filter: FilterName): string {
  const { label } = filter_facts[filter]
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function FilterValues({
  filter,
  options,
  value,
  onChange,
}: {
  filter: FilterName
  options: ReturnType<typeof useRuleOptions>
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  const { values: kind, may_be_empty } = filter_facts[filter]
  if (kind === 'none')
    return <p className={shared.quiet}>Matches when the branches and rounds of both addresses are known.</p>
  if (kind === 'accounts') return <AccountValues value={value} onChange={onChange} />
  return (
    <>
      {may_be_empty && (
        <p className={shared.quiet}>
          {kind === 'branches' ? 'None ticked means any branch.' : 'None ticked leaves nothing out.'}
        </p>
      )}
      <TickList
        name={filter}
        label={labelOf(filter)}
        hideLabel
        options={options[kind]}
        value={value}
        onChange={onChange}
      />
    </>
  )
}

function AccountValues({
  value,
  onChange,
}: {
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  const names = useAccountNames(value.map(Number))
  const chosen = useAccount(null)
  return (
    <>
      {value.length > 0 && (
        <ul className={shared.rows}>
          {value.map((id) => (
            <li key={id} className={shared.summary}>
              <span className={shared.grow}>{names.get(id) ?? `Account ${id}`}</span>
              <IconButton
                size="sm"
                icon={IconX}
                label={`Remove ${names.get(id) ?? `account ${id}`}`}
                onClick={() => onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <AccountPicker
        binding={standaloneField<number | null>('account', null, (id) => {
          if (id !== null && !value.includes(String(id))) onChange([...value, String(id)])
        })}
        chosen={chosen}
      />
    </>
  )
}
