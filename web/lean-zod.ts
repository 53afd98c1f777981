import type { Plugin } from 'vite'

/** Methods of schemas that nothing here calls. Each of them would bring its kind of schema to every page. */
const unused_methods =
  // Formats of texts: `z.uuid()` and the like are functions of their own.
  'email url jwt emoji guid uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid base64 base64url xid ksuid ' +
  'ipv4 ipv6 cidrv4 cidrv6 e164 datetime date time duration slugify normalize lowercase uppercase ' +
  // Wrappers, metadata and the rest.
  'and or readonly exactOptional nonoptional prefault meta describe register brand multipleOf step merge safeExtend ' +
  'parseAsync safeParseAsync encodeAsync decodeAsync safeEncodeAsync safeDecodeAsync spa exclude extract'

const names = unused_methods.replaceAll(' ', '|')
const method = new RegExp(
  `^    (?:(?:async |get )?(?:${names})\\(.*\\)|(?:${names}): (?:async )?function .*) \\{\\n(?:(?!    \\}).*\\n)*    \\},?\\n`,
  'gm',
)
const use = new RegExp(`\\)\\s*\\.(${names})\\(`)

/**
 * Leaves out what the browser never uses of zod. If zod moves these places, less is left out and the files exceed their
 * weight limits (`tests/e2e/shell/script-weight.test.ts`).
 *
 * - The conversion to JSON Schema.
 * - Objects compiled at run time, which the content security policy forbids: `script-src` allows no evaluation.
 * - The protection of parsing against values that contain themselves: what comes from JSON never does.
 * - Methods that no schema of ours calls. Calling one is an error of the build.
 */
export const leanZod: Plugin = {
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) {
      const exported = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return { code: exported.map((name) => `export const ${name} = () => () => ({})`).join('\n'), map: null }
    }
    if (id.endsWith('/zod/v4/classic/schemas.js'))
      return {
        code: code
          .replace('core.$ZodObjectJIT.init', 'core.$ZodObject.init')
          .replace('core.config({ memoizer: core.memoizer() })', 'return')
          .replaceAll(method, ''),
        map: null,
      }
    const used = /\/(domain|web)\/src\//.test(id) && code.includes("from 'zod'") && use.exec(code)
    if (used) this.error(`The browser leaves out ".${used[1]}()" of zod; remove it from web/lean-zod.ts.`)
    return null
  },
}
