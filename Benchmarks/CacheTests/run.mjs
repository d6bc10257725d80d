// Runs the suite's own client against the address of the gateway, and prints what came of each case as JSON.
// usage: node run.mjs SUITE ADDRESS
import { pathToFileURL } from 'node:url'

const [suite, address] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(`${suite}/${path}`).href)
const { runTests, getResults } = await load('test-engine/client/runner.mjs')
const { determineTestResult, resultTypes } = await load('test-engine/lib/results.mjs')
const groups = (await load('tests/index.mjs')).default

console.error = () => {}
// As the suite tests browsers: a private cache.
await runTests(groups, true, address)
const results = getResults()
const name = (type) => Object.keys(resultTypes).find((key) => resultTypes[key] === type)
const cases = groups.flatMap((group) => group.tests.map((test) => ({
  group: group.name,
  id: test.id,
  kind: test.kind ?? 'required',
  audience: test.cdn_only ? 'cdn' : test.browser_skip ? 'shared' : 'private',
  result: name(determineTestResult(groups, test.id, results)),
  message: Array.isArray(results[test.id]) ? results[test.id][1] : undefined,
  title: test.name
})))
process.stdout.write(JSON.stringify(cases), () => process.exit(0))
