import org.attune.api.FittedModel;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyFile;
import org.attune.studies.model.ModelChoice;
import org.attune.studies.model.StudyModel;

import java.nio.file.Path;

/** Tunes the program of a problem file, keeps the model and loads it again, and sums up. */
class Tune {
    public static void main(String[] args) {
        StudyFile file = StudyFile.read(Path.of(args[0]));
        try (OpenStudy open = file.opening().open()) {
            open.run();
            open.study().model().ifPresent(open::keep);
            FittedModel again = open.models().load(new ModelChoice("max-evals"));
            open.summary().print(System.out);
            StudyModel.printTrust(again, open.problem(), open.study().setUp().tasks(), System.out);
        }
    }
}
