import type { XmcpConfig } from 'xmcp';

const config: XmcpConfig = {
  http: { host: '127.0.0.1', endpoint: '/mcp' },
  stdio: true,
  paths: { tools: false, prompts: false, resources: 'src/resources' },
  template: { name: 'xmcp', description: 'A demonstration' },
};

export default config;
