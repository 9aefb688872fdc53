// Preloaded over HTTP: the framework fixes the port when it builds, and this takes the one in $PORT instead.
import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (_port, ...rest) {
  return listen.call(this, Number(process.env.PORT), ...rest);
};
