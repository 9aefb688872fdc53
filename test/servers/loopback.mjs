// Preloaded into servers that listen on every interface and cannot be told otherwise: keeps them on the loopback address.
import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  const [first, second] = args;
  const isPort = (value) => typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  if (isPort(first) && typeof second !== 'string') args.splice(1, 0, '127.0.0.1');
  else if (typeof first === 'object' && first !== null && 'port' in first && !first.host)
    args[0] = { ...first, host: '127.0.0.1' };
  return listen.apply(this, args);
};
