import { MCPTool } from 'mcp-framework';
import { z } from 'zod';

// The framework does not start without a tool.
export default class EchoTool extends MCPTool {
  name = 'echo';
  description = 'Says it again';
  schema = z.object({ text: z.string().describe('What to say') });

  async execute({ text }) {
    return text;
  }
}
