// Prints a greeting where only messages belong.
import { serve } from './serve.mjs';

process.stdout.write('🚀 Serveur prêt – écoute…\n');
serve();
