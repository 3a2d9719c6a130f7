// What Cairn itself says: its tools, its instructions, and its answer to each call of the script, through the official MCP client.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** Gives `{ tools, instructions, answers }`; an answer is `{ text, isError }`. */
export async function askDirectly(server, calls, { cwd, env }) {
  const client = new Client({ name: 'cairn-test', version: '1.0.0' })
  await client.connect(transportTo(server, { cwd, env }))
  try {
    const { tools } = await client.listTools()
    const answers = []
    for (const { tool, arguments: args } of calls) {
      const result = await client.callTool({ name: tool, arguments: args })
      answers.push({ text: result.content.map(({ text }) => text).join('\n'), isError: result.isError === true })
    }
    return { tools, instructions: client.getInstructions() ?? '', answers }
  } finally {
    await client.close()
  }
}

function transportTo(server, { cwd, env }) {
  if (server.transport === 'stdio')
    return new StdioClientTransport({ command: server.command, args: server.args, cwd, env, stderr: 'ignore' })
  return new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { Authorization: `Bearer ${server.token}` } },
  })
}
