import path from 'node:path'
import { build } from 'vite'

const root = path.join(import.meta.dirname, '../..')
const [folder = ''] = process.argv.slice(2)

// With any other value Vite uses React's development build.
process.env.NODE_ENV = 'production'

// The web app with React's production build, and the scripts that tests use inside a page: each as one classic
// script.
await build({
  configFile: false,
  root: path.join(root, 'web'),
  publicDir: false,
  logLevel: 'error',
  mode: 'production',
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: scriptOf(folder, path.join(root, 'web/src/main.tsx'), 'app'),
})
for (const [file, name] of [
  ['in-page.ts', 'in-page'],
  ['browser-storage.ts', 'storage'],
] as const)
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    build: scriptOf(folder, path.join(import.meta.dirname, file), name),
  })

function scriptOf(outDir: string, input: string, name: string) {
  return {
    outDir,
    emptyOutDir: false,
    minify: false,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input,
      preserveEntrySignatures: 'strict' as const,
      output: {
        format: 'iife' as const,
        name: 'exported',
        codeSplitting: false,
        entryFileNames: `${name}.js`,
        assetFileNames: ({ names: [asset = ''] }: { names: string[] }) =>
          asset.endsWith('.css') ? `${name}.css` : 'assets/[name]-[hash][extname]',
      },
    },
  }
}
