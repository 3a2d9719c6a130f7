// The smallest MCP server that the SDK makes: one tool over stdio, both protocol eras. `bench/mcp-start.mjs` compares with it.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } })
  const inputSchema = fromJsonSchema({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] })
  server.registerTool('echo', { description: 'Returns the text.', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  return server
})
