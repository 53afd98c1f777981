import type { Plugin } from 'vite'

/**
 * Leaves out what the browser never uses of zod: the conversion to JSON Schema, objects compiled at run time, which the
 * content security policy forbids (`script-src` allows no evaluation), and the care for values that contain themselves,
 * which JSON cannot express. If zod moves these places, less is left out and
 * the files exceed their weight limits (`tests/e2e/shell/script-weight.test.ts`).
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
          .replace('core.config({ memoizer: core.memoizer() })', ''),
        map: null,
      }
    return null
  },
}
