import { acrossCorpora } from '../../../analysis/across/across';
import { answerOnce } from '../../data/askOnce';

answerOnce(acrossCorpora);
